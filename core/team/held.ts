import { openTeamToChange, type OpenedTeam } from '../access/team-doors.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'

/**
 * Something that belongs to a team, with its own team locked for a change. It is read again after the wait; a missing
 * one is refused like one of an inaccessible team (threats A3).
 * @throws DomainError notAllowed | notFound (removed during the wait)
 */
export async function heldByTeam<T extends { readonly teamId: number }>(
  ctx: Context,
  read: () => Promise<T | null>,
): Promise<{ readonly team: OpenedTeam; readonly held: T }> {
  const { team } = await openTeamToChange(ctx, (await read())?.teamId ?? 0)
  const held = await read()
  if (!held) throw new DomainError('notFound')
  return { team, held }
}
