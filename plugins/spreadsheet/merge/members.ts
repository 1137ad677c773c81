import {
  exactNumber,
  isJsonObject,
  jsonAsWritten,
  jsonOf,
  parsedWithOddNumbers,
  WrittenNumber,
  type JsonNode,
} from '#plugins/format-tools/api.ts'

/** The members of an object by name. */
export type Members = ReadonlyMap<string, Member>
export interface Member {
  /** Equal for equivalent values, regardless of notation. */
  readonly meaning: string
  /** As JSON. */
  readonly raw: string
}

export const NO_MEMBERS: Members = new Map()

export function membersIn(content: string, node: JsonNode | undefined, isLeftOut: (name: string) => boolean): Members {
  if (node?.kind !== 'object') return NO_MEMBERS
  return new Map(
    node.entries.flatMap(({ name, node: value }) =>
      isLeftOut(name) ? [] : [[name, memberAt(content, value)] as const],
    ),
  )
}

export const memberAt = (content: string, node: JsonNode): Member => ({
  raw: content.slice(node.start, node.end),
  meaning: meaningOf(parsedWithOddNumbers(jsonOf(content, node))),
})

export const memberOfValue = (value: unknown): Member => ({
  raw: jsonAsWritten(value),
  meaning: meaningOf(value),
})

export const areSame = (some: Members, others: Members): boolean =>
  some === others ||
  (some.size === others.size && [...some].every(([name, { meaning }]) => others.get(name)?.meaning === meaning))

/** Two sides of an object; the one called `host` is changed. */
export interface MemberSides {
  readonly base: Members
  readonly host: Members
  readonly other: Members
}
export interface JoinedMembers {
  /** Both sides changed the same thing differently. */
  readonly isDisputed: boolean
  /** The changes of the host, null for removed members; where both changed one, the preferred side wins. */
  changes(preferred: 'host' | 'other'): ReadonlyMap<string, string | null>
}

/** A change by only one side is applied, recursively within members. */
export function joinedMembers({ base, host, other }: MemberSides): JoinedMembers {
  const names = [...new Set([...base.keys(), ...other.keys()])].filter(
    (name) => base.get(name)?.meaning !== other.get(name)?.meaning,
  )
  const joined = (name: string, preferred: 'host' | 'other') =>
    joinedValue({ base: base.get(name), host: host.get(name), other: other.get(name) }, preferred)
  return {
    isDisputed: names.some((name) => joined(name, 'host').isDisputed),
    changes: (preferred) =>
      new Map(
        names.flatMap((name) => {
          const { member } = joined(name, preferred)
          return member?.meaning === host.get(name)?.meaning ? [] : [[name, member?.raw ?? null] as const]
        }),
      ),
  }
}

interface Sides<T> {
  readonly base: T | undefined
  readonly host: T | undefined
  readonly other: T | undefined
}

function joinedValue(
  { base, host, other }: Sides<Member>,
  preferred: 'host' | 'other',
): { readonly member: Member | undefined; readonly isDisputed: boolean } {
  if (base?.meaning === other?.meaning || host?.meaning === other?.meaning) return { member: host, isDisputed: false }
  if (base?.meaning === host?.meaning) return { member: other, isDisputed: false }
  const before = objectIn(base)
  // What was removed as a whole has lost each of its parts.
  const [one, two] = [host, other].map((side) => (before && !side ? {} : objectIn(side)))
  // A member added by both sides is a conflict unless it can be merged by its parts.
  if (!one || !two || (base && !before)) return { member: preferred === 'host' ? host : other, isDisputed: true }
  const value: Record<string, unknown> = {}
  let isDisputed = false
  for (const name of new Set([...Object.keys(one), ...Object.keys(two)])) {
    const joined = joinedValue(
      { base: partOf(before ?? {}, name), host: partOf(one, name), other: partOf(two, name) },
      preferred,
    )
    isDisputed ||= joined.isDisputed
    if (joined.member)
      Object.defineProperty(value, name, { value: parsedWithOddNumbers(joined.member.raw), enumerable: true })
  }
  const isRemoved = (!host || !other) && Object.keys(value).length === 0
  return { member: isRemoved ? undefined : memberOfValue(value), isDisputed }
}

const partOf = (object: Readonly<Record<string, unknown>>, name: string): Member | undefined =>
  Object.hasOwn(object, name) ? memberOfValue(object[name]) : undefined

function objectIn(member: Member | undefined): Readonly<Record<string, unknown>> | null {
  if (!member?.raw.startsWith('{')) return null
  return parsedWithOddNumbers(member.raw) as Readonly<Record<string, unknown>>
}

const meaningOf = (value: unknown): string => jsonAsWritten(sorted(value))

/** With the names of objects sorted, and numbers alike that are equal, as 1 and 1.0. */
function sorted(value: unknown): unknown {
  if (value instanceof WrittenNumber) return new WrittenNumber(exactNumber(value.text))
  if (Array.isArray(value)) return value.map(sorted)
  if (!isJsonObject(value)) return value
  const parts = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(parts.map(([name, part]) => [name, sorted(part)]))
}
