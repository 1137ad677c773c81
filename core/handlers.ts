import type { FollowerContext, HandlerContext } from './context.ts'
import type { EventName, Events, Fact } from './events.ts'

/** Handles one kind of fact. */
export type Handlers = { readonly [N in EventName]?: (ctx: HandlerContext, fact: Events[N]) => Promise<void> }
/** Handles all facts of one operation together. */
export type Follower = (ctx: FollowerContext, facts: readonly Fact[]) => Promise<void>
