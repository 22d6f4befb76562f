import { readFileSync } from 'node:fs';

/** Linux counts a process's time in these, ms. */
const TICK_MS = 10;

/** What a process holds in memory now, MB (10^6 bytes). Linux only. */
export function residentMb(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kibibytes) * 1024) / 1e6;
}

/** The processor time that a process has had, in user and kernel mode, ms. Linux only. */
export function processorMs(pid: number): number {
  // Its name, in brackets, may hold spaces; the times are the 12th and 13th field after it.
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?!.*\) )/);
  const [user, kernel] = fields.split(' ').slice(11, 13).map(Number);
  return ((user ?? Number.NaN) + (kernel ?? Number.NaN)) * TICK_MS;
}
