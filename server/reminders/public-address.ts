import { BlockList, isIPv6 } from 'node:net';

/** What is not the public internet, IPv4: the registry of special-purpose addresses (IANA, RFC 6890) and multicast. */
const reserved4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // A cloud's own services for its machines.
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];

/** IPv6: only 2000::/3 is handed out, and of it these lead elsewhere (Teredo and others, documentation, 6to4). */
const reserved6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const reserved = new BlockList();
const handedOut = new BlockList();
for (const subnet of reserved4) add(reserved, subnet, 'ipv4');
for (const subnet of reserved6) add(reserved, subnet, 'ipv6');
add(handedOut, '2000::/3', 'ipv6');

function add(list: BlockList, subnet: string, family: 'ipv4' | 'ipv6'): void {
  const [net = '', prefix] = subnet.split('/');
  list.addSubnet(net, Number(prefix), family);
}

/** Whether an IP address belongs to the public internet, rather than to this machine or to a network around it. */
export function isPublicAddress(address: string): boolean {
  if (!isIPv6(address)) return !reserved.check(address, 'ipv4');
  return handedOut.check(address, 'ipv6') && !reserved.check(address, 'ipv6');
}
