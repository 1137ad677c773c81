import type { Carrier, CarriedTemplate } from '#core/plugin.ts'
import { shareKey, sharesIn, templateLimits, templatesIn } from './template.ts'

/** Imports a template of another system, with its shares. */
export const carryTemplate: Carrier<CarriedTemplate> = async (ctx, template) => {
  const { ownerId, title, content, at, shares, isThere = false } = template
  const bytes = Buffer.byteLength(content)
  if (bytes > templateLimits.bytes)
    return {
      en: `it is longer than ${templateLimits.bytes / 1024} KB, as long as templates may be`,
      'zh-cn': `它超过 ${templateLimits.bytes / 1024} KB，这是模板的上限`,
    }
  const carried = { userId: ownerId, at, data: { title, content }, bytes }
  const id = isThere ? await idHere(ctx, template) : (await templatesIn(ctx).put(carried)).id
  if (id === null)
    return {
      en: 'its template was deleted here, or belongs to somebody else now',
      'zh-cn': '它的模板已在这里删除，或已归他人所有',
    }
  for (const { itemId, at: sharedAt } of shares) {
    const data = { templateId: id, title }
    await sharesIn(ctx).put({ key: shareKey(id, itemId), itemId, userId: ownerId, at: sharedAt, data })
  }
  return null
}

/** Templates never change, so one that was imported before is found by what it came with. */
async function idHere(
  ctx: Parameters<typeof carryTemplate>[0],
  { ownerId, title, content, at }: CarriedTemplate,
): Promise<number | null> {
  const { list } = await templatesIn(ctx).find({ userId: ownerId, where: { title } })
  const same = list.filter((each) => each.data.content === content)
  return (same.find((each) => each.at.getTime() === at.getTime()) ?? same[0])?.id ?? null
}
