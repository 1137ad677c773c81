import type { Carrier, CarriedTemplate } from '#core/plugin.ts'
import { shareKey, sharesIn, templateLimits, templatesIn } from './template.ts'

/** Imports a template of another system, with its shares. */
export const carryTemplate: Carrier<CarriedTemplate> = async (ctx, { ownerId, title, content, at, shares }) => {
  const bytes = Buffer.byteLength(content)
  if (bytes > templateLimits.bytes)
    return {
      en: `it is longer than ${templateLimits.bytes / 1024} KB, as long as templates may be`,
      'zh-cn': `它超过 ${templateLimits.bytes / 1024} KB，这是模板的上限`,
    }
  const { id } = await templatesIn(ctx).put({ userId: ownerId, at, data: { title, content }, bytes })
  for (const { itemId, at: sharedAt } of shares) {
    const data = { templateId: id, title }
    await sharesIn(ctx).put({ key: shareKey(id, itemId), itemId, userId: ownerId, at: sharedAt, data })
  }
  return null
}
