import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChunkLoadError } from './lazy-page.tsx';
import { NoticeScreen } from './notice-screen.tsx';

interface Props {
  /** Nothing is shown in the place of what failed: the page does without it. */
  isSilent?: boolean;
  children: ReactNode;
}

/** Takes the place of a page whose code could not be loaded, or that failed to render. */
export class PageErrors extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error && this.props.isSilent) return null;
    return error ? <PageNotice isChunk={error instanceof ChunkLoadError} /> : this.props.children;
  }
}

function PageNotice({ isChunk }: { isChunk: boolean }) {
  const { t } = useTranslation();
  return (
    <NoticeScreen
      title={t(isChunk ? 'failures.chunkTitle' : 'failures.unexpectedTitle')}
      text={t(isChunk ? 'failures.chunkText' : 'failures.unexpectedText')}
      // A browser may remember a module that failed, and a new version has other file names: only a reload tries afresh.
      onRetry={() => location.reload()}
    />
  );
}
