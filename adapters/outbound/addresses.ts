import { BlockList, isIP } from 'node:net'

/** Only reachable from this machine or link, or ambiguous: never allowed, even when named. */
const NEVER = listOf([
  '0.0.0.0/8',
  // These include the addresses at which clouds give machines their credentials.
  '169.254.0.0/16',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
])
/** All IPv4 networks that are not public (RFC 6890). */
const NOT_PUBLIC = listOf([
  ...['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  // Within public IPv6: for documentation, or with an embedded IPv4 address.
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
])
/** All other IPv6 networks are not assigned. */
const PUBLIC_SIX = listOf(['2000::/3'])

/** A network as `10.1.2.0/24`, or one address. @throws Error for an invalid text */
export function networkOf(text: string): BlockList {
  return listOf([text])
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const version = isIP(address)
    const longest = version === 6 ? 128 : 32
    if (version === 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= longest)))
      throw new Error(`${network} is no network`)
    list.addSubnet(address, bits === undefined ? longest : Number(bits), version === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}

/**
 * An address in its canonical form, an IPv4 address within IPv6 as that address; null for an invalid one, and for one
 * that names an interface of this machine.
 */
export function plainAddress(text: string): string | null {
  const version = isIP(text)
  if (version === 0 || text.includes('%')) return null
  if (version === 4) return text
  const short = new URL(`http://[${text}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(short) ?? []
  if (high === undefined || low === undefined) return short
  const [one, two] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return `${one >> 8}.${one & 255}.${two >> 8}.${two & 255}`
}

/** Whether this address is public. @param plain from `plainAddress` */
export const isPublic = (plain: string): boolean =>
  !isIn(NEVER, plain) && !isIn(NOT_PUBLIC, plain) && (isIP(plain) === 4 || isIn(PUBLIC_SIX, plain))

export const isNever = (plain: string): boolean => isIn(NEVER, plain)

export const isIn = (network: BlockList, plain: string): boolean =>
  network.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
