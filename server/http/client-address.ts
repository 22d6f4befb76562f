import { isIP, isIPv4 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * The address that a call is counted under: of IPv6 the network (/64), since its owner has all addresses in it. Behind
 * a trusted proxy it is what that says of the caller.
 */
export const clientAddress = ({ ip }: Pick<FastifyRequest, 'ip'>): string => countedAddress(ip);

/** Exported for its test. What is no address at all counts as one and the same. */
export function countedAddress(ip: string): string {
  const [address = ''] = ip.split('%');
  if (isIP(address) === 0) return 'unknown';
  if (isIPv4(address)) return address;
  const groups = groupsOf(address);
  // An IPv4 address in the form of IPv6 (RFC 4291, section 2.5.5.2).
  if (groups.slice(0, 6).join() === '0,0,0,0,0,65535') {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  // The platform's parser of addresses also turns a dotted end into groups.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const read = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [first, last] = [read(head), read(tail ?? '')];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}
