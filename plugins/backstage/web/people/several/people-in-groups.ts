import type { CoreOperations } from '#core/operations.ts'
import type { AnswerOf } from '#web/extensions/plugin-api.ts'
import type { TypedPerson } from './people-rows.ts'

export type PlannedRow = Pick<
  AnswerOf<CoreOperations['adminUser']['previewSeveral']>['rows'][number],
  'deed' | 'problems' | 'isFurtherInvitation'
>

/** A person with what would become of the row. */
export interface PlannedPerson extends PlannedRow {
  readonly person: TypedPerson
}

/** Whether the row can be done. */
export const isGood = ({ problems }: Pick<PlannedRow, 'problems'>): boolean => problems.length === 0

interface GroupLimits {
  readonly people: number
  /** Hashing them takes time. */
  readonly passwords: number
}
/** As many as the server accepts in a call. */
export const LOOKED_AT_ONCE: GroupLimits = { people: 500, passwords: 100 }
/** Fewer than that: hashing their passwords has to end long before a request does. */
export const ADDED_AT_ONCE: GroupLimits = { people: 100, passwords: 20 }

/** The people in groups for one call each, in their order. */
export function inGroups(people: readonly TypedPerson[], most: GroupLimits): readonly (readonly TypedPerson[])[] {
  const groups: TypedPerson[][] = []
  let passwords = 0
  for (const person of people) {
    const group = groups.at(-1)
    const isFull = !group || group.length === most.people || (person.password !== '' && passwords === most.passwords)
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
 * The rows of all groups together. The server knows of duplicates, and of too many invitations, within a group; of rows
 * in several groups with the same name or address, the first one gets it, too.
 * @param invitationsLeft for how many further invitations there is room
 */
export function joinedPlans(planned: readonly PlannedPerson[], invitationsLeft: number): readonly PlannedPerson[] {
  let left = invitationsLeft
  const usernames = new Set<string>()
  const emails = new Set<string>()
  return planned.map((row) => {
    const username = row.person.username.normalize('NFKC').trim().toLowerCase()
    const email = row.person.email.toLowerCase()
    const problems = [
      ...row.problems,
      ...(row.deed === 'add' && usernames.has(username) ? [{ field: 'username', problem: 'usernameTaken' }] : []),
      ...(email !== '' && emails.has(email) ? [{ field: 'email', problem: 'emailTaken' }] : []),
      ...(row.isFurtherInvitation && left <= 0 ? [{ field: 'email', problem: 'tooMany' }] : []),
    ].filter((told, at, all) => all.findIndex((each) => isSame(each, told)) === at)
    if (problems.length > 0) return { ...row, problems }
    if (row.deed === 'add') usernames.add(username)
    if (email !== '') emails.add(email)
    if (row.isFurtherInvitation) left -= 1
    return row
  })
}
