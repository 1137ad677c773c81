import type { CoreOperations } from '#core/operations.ts'
import type { AnswerOf } from '#web/extensions/plugin-api.ts'
import type { TypedPerson } from './people-rows.ts'

export type PlannedRow = Pick<
  AnswerOf<CoreOperations['adminUser']['previewSeveral']>['rows'][number],
  'deed' | 'problems'
>

/** A person with what would become of the row. */
export interface PlannedPerson extends PlannedRow {
  readonly person: TypedPerson
}

/** Whether the row can be done. */
export const isGood = ({ problems }: Pick<PlannedRow, 'problems'>): boolean => problems.length === 0

/** As many as the server looks at in a call. */
export const LOOKED_AT_ONCE = 500
/** Fewer than it accepts in a call: hashing their passwords has to end long before a request does. */
const ADDED_AT_ONCE = 100
const PASSWORDS_AT_ONCE = 20

/** The list in parts of at most this length. */
export const inGroups = <T>(list: readonly T[], most: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(list.length / most) }, (_, at) => list.slice(at * most, (at + 1) * most))

/** The people in groups that the server adds in one call each, in their order. */
export function addedInGroups(people: readonly TypedPerson[]): readonly (readonly TypedPerson[])[] {
  const groups: TypedPerson[][] = []
  let passwords = 0
  for (const person of people) {
    const group = groups.at(-1)
    const isFull =
      !group || group.length === ADDED_AT_ONCE || (person.password !== '' && passwords === PASSWORDS_AT_ONCE)
    if (isFull) passwords = 0
    if (isFull) groups.push([person])
    else group.push(person)
    if (person.password !== '') passwords += 1
  }
  return groups
}

const isSame = (one: PlannedRow['problems'][number], other: PlannedRow['problems'][number]): boolean =>
  one.field === other.field && one.problem === other.problem

/**
 * The rows of all groups together. The server knows of duplicates within a group; of rows in several groups with the
 * same name or address, the first one gets it, too.
 */
export function joinedPlans(planned: readonly PlannedPerson[]): readonly PlannedPerson[] {
  const usernames = new Set<string>()
  const emails = new Set<string>()
  return planned.map((row) => {
    const username = row.person.username.normalize('NFKC').trim().toLowerCase()
    const email = row.person.email.toLowerCase()
    const problems = [
      ...row.problems,
      ...(row.deed === 'add' && usernames.has(username) ? [{ field: 'username', problem: 'usernameTaken' }] : []),
      ...(email !== '' && emails.has(email) ? [{ field: 'email', problem: 'emailTaken' }] : []),
    ].filter((told, at, all) => all.findIndex((each) => isSame(each, told)) === at)
    if (problems.length > 0) return { ...row, problems }
    if (row.deed === 'add') usernames.add(username)
    if (email !== '') emails.add(email)
    return row
  })
}
