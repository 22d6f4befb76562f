import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A part of the syntax tree; each kind has parts of its own (ESTree, with JSX). */
interface Node {
  type: string;
  start: number;
  [part: string]: unknown;
}

/** What the code of the browser says about texts, read from its syntax. Tests are left out. */
export function readSources() {
  /** Every string literal and every name of a property. */
  const words = new Set<string>();
  /** Every text that is put together, as the pattern of what it may become. */
  const templates: RegExp[] = [];
  /** What a page shows to a person without a translation. */
  const bare: { text: string; place: string }[] = [];

  for (const path of globSync('{web,contract}/**/*.{ts,tsx}', { cwd: root })) {
    if (/\.(test|d)\.tsx?$|testing[\\/]/.test(path)) continue;
    const source = readFileSync(`${root}${path}`, 'utf8');
    const { program, errors } = parseSync(path, source);
    if (errors[0]) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);

    for (const node of nodesOf(program)) {
      if (node.type === 'Literal' && typeof node['value'] === 'string') words.add(node['value']);
      if (node.type === 'Property') words.add((node['key'] as { name: string }).name);
      if (node.type === 'TemplateLiteral') templates.push(patternOf(node));
      for (const text of spokenBy(node)) {
        const line = source.slice(0, node.start).split('\n').length;
        if (/\p{L}/u.test(text)) bare.push({ text: text.trim(), place: `${path}:${line}` });
      }
    }
  }
  return { words, templates, bare };
}

function* nodesOf(tree: unknown): Generator<Node> {
  if (typeof tree !== 'object' || tree === null) return;
  if ('type' in tree) yield tree as Node;
  for (const part of Object.values(tree)) yield* nodesOf(part);
}

const fixedParts = (template: Node) =>
  (template['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked);

function patternOf(template: Node): RegExp {
  const escaped = fixedParts(template).map((text) => text.replace(/[^\w ]/g, '\\$&'));
  return new RegExp(`^${escaped.join('([^.]+)')}$`);
}

/** The attributes and properties whose value a person sees or hears. */
const SPOKEN =
  /^(alt|aria-(description|label|roledescription|valuetext)|confirm|hint|label|legend|placeholder|question|text|title)$/;

/** The literal texts that an element shows as its content, or that an attribute says. */
function spokenBy(node: Node): string[] {
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
    return (node['children'] as Node[]).flatMap(literalTexts);
  }
  if (node.type === 'JSXAttribute' && SPOKEN.test(String((node['name'] as Node)['name']))) {
    return literalTexts(node['value'] as Node);
  }
  return [];
}

/** The literal texts that an expression may come to; what a call gives is not literal. */
function literalTexts(expression: Node): string[] {
  const parts = (...names: string[]) => names.flatMap((name) => literalTexts(expression[name] as Node));
  switch (expression?.type) {
    case 'JSXText':
    case 'Literal':
      return typeof expression['value'] === 'string' ? [expression['value']] : [];
    case 'TemplateLiteral':
      return fixedParts(expression);
    case 'JSXExpressionContainer':
      return parts('expression');
    case 'ConditionalExpression':
      return parts('consequent', 'alternate');
    case 'LogicalExpression':
      return expression['operator'] === '&&' ? parts('right') : parts('left', 'right');
    case 'BinaryExpression':
      return expression['operator'] === '+' ? parts('left', 'right') : [];
    default:
      return [];
  }
}
