import type { CommandContext } from '../context.ts'
import { extensionPoint } from '../extension.ts'
import { wholeServices } from '../open-services.ts'
import type { SampleWish } from '../ports/samples.ts'

/**
 * Gives a new sample what a plugin keeps, such as the mock of a page, within the command that makes the sample: if it
 * fails, so does the command.
 */
export interface SampleStep {
  /** As samples name it, e.g. `mock.add`. */
  readonly name: string
  /** @param input with its words filled in, and with the `pageId` of the page it belongs to */
  add(ctx: CommandContext, input: object): Promise<void>
  /** Takes away what does not go with the item. @param input what `add` was given */
  remove?(ctx: CommandContext, input: object): Promise<void>
}
export const sampleSteps = extensionPoint<SampleStep>('sampleSteps', { isPartOfCommands: true })

/** A step that was made, as kept with the sample. */
export interface MadeStep {
  readonly name: string
  readonly input: object
}

/** Makes those steps whose plugin is there. @param pageId null for what belongs to the item */
export async function makeSteps(
  ctx: CommandContext,
  wishes: readonly SampleWish[],
  { itemId, pageId }: { readonly itemId: number; readonly pageId: number | null },
): Promise<readonly MadeStep[]> {
  const made: MadeStep[] = []
  for (const { name, input } of wishes) {
    const step = wholeServices(ctx.services)
      .extensions(sampleSteps)
      .find((each) => each.name === name)
    const filled = filledInput(input, { siteUrl: ctx.session.siteUrl, itemId })
    if (!step || filled === null) continue
    const given = { ...filled, ...(pageId !== null && { pageId }) }
    await step.add(ctx, given)
    made.push({ name, input: given })
  }
  return made
}

/** Undoes them, last ones first. */
export async function undoSteps(ctx: CommandContext, made: readonly MadeStep[]): Promise<void> {
  for (const { name, input } of made.toReversed())
    await wholeServices(ctx.services)
      .extensions(sampleSteps)
      .find((each) => each.name === name)
      ?.remove?.(ctx, input)
}

/**
 * With `{site}`, `{host}` and `{itemId}` in its texts replaced. Null when it needs the address of the site, which is not
 * known (`siteUrl` is '').
 */
export function filledInput(
  input: object,
  { siteUrl, itemId }: { readonly siteUrl: string; readonly itemId: number },
): object | null {
  const text = JSON.stringify(input)
  if (siteUrl === '') return /\{(?:site|host)\}/.test(text) ? null : filledText(text, { itemId: String(itemId) })
  const { protocol, host, origin } = new URL(siteUrl)
  // Without TLS a host is given by its full address.
  const words = {
    site: siteUrl.replace(/\/$/, ''),
    host: protocol === 'https:' ? host : origin,
    itemId: String(itemId),
  }
  return filledText(text, words)
}

const filledText = (text: string, words: Readonly<Record<string, string>>): object =>
  JSON.parse(text.replaceAll(/\{(site|host|itemId)\}/g, (whole, word: string) => words[word] ?? whole)) as object
