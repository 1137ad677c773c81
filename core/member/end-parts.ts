import { requireLogin } from '../access/doors.ts'
import type { HeldAccount } from '../access/site-doors.ts'
import type { CommandContext } from '../context.ts'
import { productStore } from '../open-store.ts'
import { endUnvouched } from '../team/end-unvouched.ts'

/** Removes somebody from other people's items, together with everything that depends on this person vouching for it. */
export async function endParts(ctx: CommandContext, { user, items }: HeldAccount): Promise<void> {
  const { members, teams } = productStore(ctx.store)
  const actorId = requireLogin(ctx)
  for (const item of items) {
    const membership = (await members.ofItem(item.id)).find(({ userId }) => userId === user.id)
    if (membership) {
      await members.remove(item.id, user.id)
      ctx.emit('member.removed', { membership, actorId })
    }
    await teams.endGrants(item.id, user.id)
    await endUnvouched(ctx, item)
  }
}
