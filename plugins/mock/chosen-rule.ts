import { DomainError, openPage, type Context, type Document, type HandlerContext } from '#core/plugin.ts'
import type { Asked } from './asked.ts'
import type { MockRule } from './mock-rule.ts'
import { hasKey, rulesAsked, type RulesAsked } from './rules-asked.ts'
import { SharedReads } from './shared-reads.ts'

/** The rule that answers, as the caller may see it. */
export interface ChosenRule {
  readonly document: Document<MockRule>
  /** For everybody; otherwise the caller has shown that they may read it. */
  readonly isOpen: boolean
}

interface Reads {
  readonly rules: SharedReads<RulesAsked>
  readonly visited: SharedReads<Visited>
}
/** What visitors see who have shown nothing. */
interface Visited {
  readonly rules: RulesAsked
  /** Null when there is none for everybody. */
  readonly open: ChosenRule | null
}

/** The reads of one server; the product of a test is another one. */
const readsBy = new WeakMap<object, Reads>()
function readsOf({ services: { clock } }: Pick<Context, 'services'>): Reads {
  const reads = readsBy.get(clock) ?? { rules: new SharedReads<RulesAsked>(), visited: new SharedReads<Visited>() }
  readsBy.set(clock, reads)
  return reads
}
const nameOf = ({ place, key }: Asked): string => (place ? `${place.itemId} ${place.path}` : `key ${key}`)

export const rulesFor = (asked: Asked, ctx: HandlerContext): Promise<RulesAsked> =>
  readsOf(ctx).rules.read(nameOf(asked), () => rulesAsked(asked, ctx))

/**
 * Of the rules at this path whose page may be read: the newest for this method, else the newest for any, else the first
 * with a pattern, likewise. What is open is open for everybody, so it is read once for all visitors who ask together;
 * anything else may depend on what this caller has shown.
 */
export async function chosenRule(asked: Asked, method: string, ctx: Context): Promise<ChosenRule | null> {
  if (ctx.actor.kind !== 'visitor') return readable(await rulesFor(asked, ctx), { asked, method, ctx })
  const { rules, open } = await readsOf(ctx).visited.read(`${method} ${nameOf(asked)}`, async () => {
    const rules = await rulesAsked(asked, ctx)
    const chosen = await readable(rules, { asked, method, ctx })
    return { rules, open: chosen?.isOpen ? chosen : null }
  })
  return open ?? readable(rules, { asked, method, ctx })
}

interface Choice {
  readonly asked: Asked
  readonly method: string
  readonly ctx: Context
}

async function readable({ list }: RulesAsked, { asked, method, ctx }: Choice): Promise<ChosenRule | null> {
  const isFor = (wanted: string) => (each: Document<MockRule>) => each.data.method === wanted
  // A CORS preflight is sent before the actual request, with any method.
  const [ofPath, ofPatterns] = [list.filter(({ data }) => !data.isPattern), list.filter(({ data }) => data.isPattern)]
  const answering =
    method === 'OPTIONS'
      ? list
      : [ofPath, ofPatterns].flatMap((some) => [...some.filter(isFor(method)), ...some.filter(isFor(''))])
  for (const document of answering) {
    // A key is only valid for its own page's answers.
    if (ctx.actor.kind === 'token' && !hasKey(document, asked.key, ctx)) continue
    const opened = await openPage(ctx, document.pageId ?? 0, 'read').catch(nullWhenRefused)
    if (opened) return { document, isOpen: opened.item.visitPassword === null }
  }
  return null
}

function nullWhenRefused(error: unknown): null {
  if (error instanceof DomainError) return null
  throw error
}
