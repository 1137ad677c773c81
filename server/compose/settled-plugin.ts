import { z } from 'zod'
import { isPlain } from './plugin-sight.ts'

/**
 * What a plugin has exported, with every member read once: a getter could say one thing to the checks, and another one to
 * what goes by them afterwards. Functions are called on what they belong to, which may be an instance of a class.
 */
export function settledPlugin(exported: object): object {
  const { contributes, ...rest } = shallow(exported)
  const settle = new Settling()
  return {
    ...(settle.parts(rest, exported) as object),
    // What plugins give each other at a point may hold instances, which are left as they are.
    ...(contributes !== undefined && { contributes: contributionsOf(contributes, settle) }),
  }
}

const contributionsOf = (given: unknown, settle: Settling): unknown =>
  Array.isArray(given)
    ? given.map((each: unknown) => {
        if (typeof each !== 'object' || each === null) return each
        const { point, value } = each as { readonly point?: unknown; readonly value?: unknown }
        return { point: settle.any(point, each), value: settle.value(value, each) }
      })
    : given

class Settling {
  readonly #known = new Map<object, unknown>()

  /** With instances of classes taken apart, as operations or jobs may be some. */
  any(given: unknown, owner: object): unknown {
    if (typeof given === 'object' && given !== null && !Array.isArray(given) && !isPlain(given)) {
      const members = membersOf(given)
      return members ? this.parts(members, given) : given
    }
    return this.#inside(given, owner, (part, of) => this.any(part, of))
  }
  /** A contributed value, in which only the value itself may be an instance that is taken apart. */
  value(given: unknown, owner: object): unknown {
    const members = typeof given === 'object' && given !== null && !isPlain(given) ? membersOf(given) : null
    return members
      ? this.#copied(given as object, members, (part, of) => this.#plain(part, of))
      : this.#plain(given, owner)
  }
  parts(members: Readonly<Record<string, unknown>>, owner: object): unknown {
    return this.#copied(owner, members, (part, of) => this.any(part, of))
  }

  #plain(given: unknown, owner: object): unknown {
    return this.#inside(given, owner, (part, of) => this.#plain(part, of))
  }
  #inside(given: unknown, owner: object, settle: (part: unknown, owner: object) => unknown): unknown {
    if (typeof given === 'function')
      return (...asked: readonly unknown[]): unknown => Reflect.apply(given, owner, asked) as unknown
    if (Array.isArray(given)) return Array.from(given, (each: unknown) => settle(each, given))
    return isPlain(given) ? this.#copied(given, given, settle) : given
  }
  /** The same copy for the same part, which may contain itself. */
  #copied(
    owner: object,
    members: Readonly<Record<string, unknown>>,
    settle: (part: unknown, owner: object) => unknown,
  ): unknown {
    if (this.#known.has(owner)) return this.#known.get(owner)
    const copy = {}
    this.#known.set(owner, copy)
    // Defined, not assigned: a member may be named __proto__, which the checks refuse.
    for (const [name, value] of Object.entries(members))
      Object.defineProperty(copy, name, { ...OWN, value: settle(value, owner) })
    return copy
  }
}
const OWN = { configurable: true, enumerable: true, writable: true }

const shallow = (given: object): Readonly<Record<string, unknown>> =>
  isPlain(given) ? { ...given } : (membersOf(given) ?? { ...given })

/** All members of an instance of a class of the plugin; null for anything else. */
export function membersOf(instance: unknown): Readonly<Record<string, unknown>> | null {
  if (Object.prototype.toString.call(instance) !== '[object Object]' || instance instanceof z.ZodType) return null
  const members: Record<string, unknown> = {}
  for (
    let at = instance;
    typeof at === 'object' && at !== null && at !== Object.prototype;
    at = Object.getPrototypeOf(at)
  )
    for (const name of Object.getOwnPropertyNames(at))
      if (name !== 'constructor' && !Object.hasOwn(members, name))
        members[name] = (instance as Readonly<Record<string, unknown>>)[name]
  return members
}
