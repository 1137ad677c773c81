import { z } from 'zod'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import { line } from '../schema.ts'
import type { Person } from './user.ts'

/**
 * Usernames of other people, separated by commas, Western or Chinese (ISET-18); empty parts are ignored.
 */
export const usernames = () =>
  z
    .array(line(LONGEST_TYPED))
    .max(limits.usernamesAtOnce)
    .transform((typed) => typed.flatMap(namesIn))
    .pipe(z.array(line(LONGEST_NAME)).min(1).max(limits.usernamesAtOnce))

const LONGEST_NAME = 254
const LONGEST_TYPED = limits.usernamesAtOnce * LONGEST_NAME

// Names are stored in NFKC, whatever the keyboard sends; it also unifies the commas.
const namesIn = (typed: string): readonly string[] =>
  typed
    .normalize('NFKC')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/**
 * The people with these usernames, without duplicates, in this order. E-mail addresses are not accepted: an answer
 * would reveal whose they are.
 * @throws DomainError unknownUser, when one of them does not exist
 */
export async function peopleNamed(
  { store }: Pick<Context, 'store'>,
  typed: readonly string[],
): Promise<readonly Person[]> {
  const names = typed.map(keptName)
  const found = await store.users.byUsernames(names)
  const people = names.map((username) => {
    const user = closest(found, username)
    if (!user) throw new DomainError('unknownUser', { username })
    return user
  })
  return [...new Set(people)]
}

/** The same for one who may not exist. */
export async function personCalled({ store }: Pick<Context, 'store'>, typed: string): Promise<Person | null> {
  const username = keptName(typed)
  return closest(await store.users.byUsernames([username]), username) ?? null
}

// Names are stored in NFKC, whatever the keyboard sends.
const keptName = (typed: string): string => typed.normalize('NFKC').trim()

const closest = (found: readonly Person[], username: string): Person | undefined =>
  found.find((each) => each.username === username) ?? found.find((each) => isSame(each, username))

const isSame = (user: Person, username: string): boolean => user.username.toLowerCase() === username.toLowerCase()

/**
 * The person with this username, for handing something over.
 * @throws DomainError unknownUser; receiverSwitchedOff for somebody who cannot come in, and so could not use it
 */
export async function receiverNamed(ctx: Pick<Context, 'store'>, username: string): Promise<Person> {
  const receiver = await personNamed(ctx, username)
  if (receiver.isSwitchedOff) throw new DomainError('receiverSwitchedOff', { username: receiver.username })
  return receiver
}

/** The person with this username. @throws DomainError unknownUser */
export async function personNamed(ctx: Pick<Context, 'store'>, username: string): Promise<Person> {
  const [person] = await peopleNamed(ctx, [username])
  if (!person) throw new DomainError('unknownUser', { username })
  return person
}
