import type { BlockList } from 'node:net'
import { isIn, isNever, isPublic, networkOf, plainAddress } from './addresses.ts'

/** A host allowed by the operator. */
export interface RelayHost {
  /** As in addresses. `*.example.org` is stored as `example.org`, which itself is not allowed. */
  readonly name: string
  readonly isAnyBelow: boolean
  /** Null for the default ports of http and https. */
  readonly port: number | null
  /** The network it must be in; null for any public address. */
  readonly network: BlockList | null
}

/**
 * Parses `api.example.org,*.example.org:8443,erp.lan=10.1.2.0/24`. @throws Error with the problem and the invalid part
 */
export const relayHostsIn = (text: string): readonly RelayHost[] =>
  text.split(',').flatMap((part) => (part.trim() === '' ? [] : relayHostOf(part.trim())))

const HOST = /^(\*\.)?(\[[\da-f:.]+\]|[^\s:/*=@?#\\[\]]+)(?::(\d{1,5}))?$/i

function relayHostOf(text: string): RelayHost {
  const [named = '', network, ...rest] = text.split('=')
  const [, star, host = '', port] = HOST.exec(named.trim()) ?? []
  const name = hostnameIn(host)
  if (name === null || rest.length > 0 || (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)))
    throw new Error(`must be hosts such as api.example.org, *.example.org:8443 or erp.lan=10.1.2.0/24; ${text} is none`)
  const address = plainAddress(name.replace(/^\[(.*)\]$/, '$1'))
  if (star !== undefined && address !== null)
    throw new Error(`must name hosts; nothing lies below the address in ${text}`)
  if (address !== null && network === undefined && !isPublic(address))
    throw new Error(`must name the network of an address that is not public, as in ${text}=${address}`)
  return {
    ...{ name, isAnyBelow: star !== undefined, port: port === undefined ? null : Number(port) },
    network: network === undefined ? null : namedNetwork(network.trim(), text),
  }
}

function hostnameIn(host: string): string | null {
  const url = `http://${host}/`
  return host !== '' && URL.canParse(url) ? new URL(url).hostname : null
}

function namedNetwork(network: string, text: string): BlockList {
  const address = plainAddress(network.split('/', 1)[0] ?? '')
  if (address !== null && isNever(address))
    throw new Error(`must not name a link-local, multicast or unspecified network; ${text} does`)
  try {
    return networkOf(network)
  } catch {
    throw new Error(`must have a network such as 10.1.2.0/24 or 10.1.2.7 behind the sign =; ${text} has none`)
  }
}

/** Those that match the host and port of an address. */
export const naming = (hosts: readonly RelayHost[], url: URL): readonly RelayHost[] =>
  hosts.filter(
    ({ name, isAnyBelow, port }) =>
      (isAnyBelow ? url.hostname.endsWith(`.${name}`) : url.hostname === name) && isPort(url, port),
  )

function isPort({ protocol, port }: URL, named: number | null): boolean {
  const usual = protocol === 'https:' ? 443 : 80
  const asked = port === '' ? usual : Number(port)
  return named === null ? asked === 80 || asked === 443 : asked === named
}

/** Whether one of these allows its host to have this address. */
export const mayLieAt = (hosts: readonly RelayHost[], plain: string): boolean =>
  !isNever(plain) && hosts.some(({ network }) => (network === null ? isPublic(plain) : isIn(network, plain)))
