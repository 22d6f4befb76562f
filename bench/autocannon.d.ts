// Of the package, which brings no types, what the load generator uses.
declare module 'autocannon' {
  interface Request {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
    onResponse?(status: number, body: string): void;
  }
  interface Result {
    errors: number;
    timeouts: number;
    non2xx: number;
    /** All that was answered, and in how many seconds. */
    requests: { total: number };
    duration: number;
    latency: { p50: number; p99: number };
  }
  export default function autocannon(options: {
    url: string;
    connections: number;
    duration: number;
    idReplacement?: boolean;
    requests: Request[];
  }): Promise<Result>;
}
