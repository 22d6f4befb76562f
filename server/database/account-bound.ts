import type { KyselyPlugin, OperationNode } from 'kysely';

/**
 * The queries that may go beyond one account, each with its reason. The tests run every call with a watch on all
 * queries: any other one that is not bound to a single account fails them, so that the data can be spread by account
 * over many databases.
 */
export const acrossAccounts: Record<string, string> = {
  'select sign_in_email by email =': 'Signing in begins with an address: the one table that is keyed by it.',
  'select account by id >':
    'What goes through all accounts, such as the daily sweep; in each database for itself.',
  'delete session by account_id >, account_id <=, ?': 'The daily sweep.',
  'delete idempotency_key by account_id >, account_id <=, created_at <=': 'The daily sweep.',
  'delete reminder by account_id >, account_id <=, at <=': 'The daily sweep.',
  'select reminder_rules by next_at <=': 'The scheduler looks for what is due, whoever it is for.',
  'select reminder_rules by planned_at >, next_at is not': 'The same after the clock was set back.',
  'select reminder_delivery by next_try_at <=': 'The scheduler looks for what is to be sent.',
  'select account by id >, id <=': 'The list of accounts, for whoever runs the server.',
  'select portion by account_id >, account_id <=': 'The same: how many each has.',
  'select session by account_id >, account_id <=': 'The same: when each was used last.',
  'select avatar by account_id >, account_id <=': 'The same: how much room pictures take.',
  'delete session by account_id >, account_id <=': 'Whoever runs the server signs everyone out.',
  'select server_key by name =': 'Keys of the installation, and of its health; no account has any.',
  'insert server_key': 'The same, at the first start and when somebody asks for its health.',
  'insert try_log': 'Tries are those of an address, or of somebody who may have no account.',
  'update try_log by subject =': 'The same.',
  'delete try_log by subject =': 'The same.',
  'delete try_log by forget_at <=': 'The daily sweep.',
};

/** Hands every query that is neither bound to one account nor allowed to `report`, in a few words. */
export function watchQueries(report: (query: string) => void, allowed = acrossAccounts): KyselyPlugin {
  return {
    transformQuery({ node }) {
      for (const query of unboundQueries(node as Node)) if (!(query in allowed)) report(query);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

/** A node of a query as Kysely builds it; which members it has depends on its kind. */
// biome-ignore lint/suspicious/noExplicitAny: the watch looks into whatever a query is made of.
type Node = OperationNode & Record<string, any>;

const verbs: Record<string, string> = {
  SelectQueryNode: 'select',
  UpdateQueryNode: 'update',
  DeleteQueryNode: 'delete',
  InsertQueryNode: 'insert',
  MergeQueryNode: 'merge',
};

/** The queries in a query (itself and those inside) that reach rows of a table without naming one account. */
function unboundQueries(node: Node, outer: ReadonlySet<string> = new Set()): string[] {
  const verb = verbs[node.kind];
  const bound = verb ? new Set([...outer, ...boundColumns(node)]) : outer;
  const isUnbound = verb && tablesOf(node).some((table) => !bound.has(ownerOf(table)));
  const inside = Object.values(node)
    .flat()
    .filter((part) => typeof part?.kind === 'string')
    .flatMap((part) => unboundQueries(part, bound));
  return isUnbound ? [inWords(verb, node), ...inside] : inside;
}

const ownerOf = (table: string) => (table === 'account' ? 'account.id' : `${table}.account_id`);

/** The tables that a query itself reads or writes, without those of queries inside it. */
function tablesOf(node: Node): string[] {
  const places: (Node | undefined)[] = [
    node['into'],
    node['table'],
    ...(node['from']?.froms ?? []),
    ...(node['using']?.tables ?? []),
    ...(node['joins'] ?? []).map((join: Node) => join['table']),
  ];
  return places.flatMap((place) => {
    const table = place?.kind === 'AliasNode' ? place['node'] : place;
    return table?.kind === 'TableNode' ? [tableName(table)] : [];
  });
}

const tableName = (table: Node): string => table['table'].identifier.name;

/** The columns that have one given value in every row that the query reaches; of an insert, those that it sets. */
function boundColumns(node: Node): Set<string> {
  const table = tablesOf(node)[0] ?? '';
  if (node.kind === 'InsertQueryNode') {
    return new Set((node['columns'] ?? []).map((column: Node) => `${table}.${column['column'].name}`));
  }
  const bound = new Set<string>();
  const equalities = conditionsOf(node).filter((condition) => condition['operator']?.operator === '=');
  // An equality may hand on what another one binds: as many rounds as there are equalities reach all.
  for (const _ of equalities) {
    for (const { leftOperand, rightOperand } of equalities as Node[]) {
      const [left, right] = [columnName(leftOperand, table), columnName(rightOperand, table)];
      if (left && (rightOperand.kind === 'ValueNode' || (right && bound.has(right)))) bound.add(left);
      if (right && left && bound.has(left)) bound.add(right);
    }
  }
  return bound;
}

/** What must hold all at once for a row to be reached. */
function conditionsOf(node: Node): Node[] {
  const joins: Node[] = (node['joins'] ?? []).map((join: Node) => join['on']?.on);
  return [node['where']?.where, ...joins].flatMap((condition) => (condition ? conjuncts(condition) : []));
}

function conjuncts(condition: Node): Node[] {
  if (condition.kind === 'ParensNode') return conjuncts(condition['node']);
  if (condition.kind === 'AndNode')
    return [...conjuncts(condition['left']), ...conjuncts(condition['right'])];
  return [condition];
}

function columnName(operand: Node, table: string): string | undefined {
  if (operand.kind !== 'ReferenceNode' || operand['column'].kind !== 'ColumnNode') return undefined;
  const owner = operand['table'] ? tableName(operand['table']) : table;
  return `${owner}.${operand['column'].column.name}`;
}

function inWords(verb: string, node: Node): string {
  const columns = conditionsOf(node).map(({ leftOperand, operator }) =>
    leftOperand?.column ? `${leftOperand.column.column.name} ${operator.operator}` : '?',
  );
  const by = columns.length > 0 ? ` by ${columns.join(', ')}` : '';
  return `${verb} ${tablesOf(node).join(', ')}${by}`;
}
