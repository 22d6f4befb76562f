import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import styles from './tabs.module.css';

interface Tab {
  name: string;
  content: ReactNode;
}

/** Panels of which one shows at a time. Arrow keys, Home and End go from tab to tab (ARIA Authoring Practices). */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const id = useId();
  const [shown, setShown] = useState(0);
  const visited = useRef(new Set<number>()).current.add(shown);
  const list = useRef<HTMLDivElement>(null);

  const onKeyDown = ({ key }: KeyboardEvent) => {
    const last = tabs.length - 1;
    const goal = {
      ArrowRight: shown === last ? 0 : shown + 1,
      ArrowLeft: shown === 0 ? last : shown - 1,
      Home: 0,
      End: last,
    }[key];
    if (goal === undefined) return;
    setShown(goal);
    (list.current?.children[goal] as HTMLElement | undefined)?.focus();
  };

  return (
    <>
      <div ref={list} className={styles.list} role="tablist" aria-label={label}>
        {tabs.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            className={styles.tab}
            aria-selected={index === shown}
            aria-controls={`${id}-panel`}
            tabIndex={index === shown ? 0 : -1}
            onClick={() => setShown(index)}
            onKeyDown={onKeyDown}
          >
            {name}
          </button>
        ))}
      </div>
      {tabs.map(({ name, content }, index) => (
        // What was typed in a panel stays while another one is looked at.
        <div
          key={name}
          role="tabpanel"
          id={index === shown ? `${id}-panel` : undefined}
          aria-labelledby={`${id}-tab-${index}`}
          hidden={index !== shown}
        >
          {visited.has(index) && content}
        </div>
      ))}
    </>
  );
}
