import { isIPv6 } from 'node:net'

/** The key for counting a client: its IPv4 address, or the /64 network of its IPv6 address (threats T6). */
export function clientAddress(ip: string): string {
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  const [bare = ''] = ip.split('%')
  const [head = '', tail] = bare.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  const network = [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail?.split(':') ?? [])].slice(0, 4)
  return `${network.map((group) => Number.parseInt(group || '0', 16).toString(16)).join(':')}::/64`
}
