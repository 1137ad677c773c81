import type { FollowerContext, HandlerContext } from './context.ts'
import type { EventName, Events, Fact } from './events.ts'

/** What follows a fact by itself. */
export type Handlers = { readonly [N in EventName]?: (ctx: HandlerContext, fact: Events[N]) => Promise<void> }
/** Follows all facts of one operation at once. */
export type Follower = (ctx: FollowerContext, facts: readonly Fact[]) => Promise<void>
