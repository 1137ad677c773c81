import type { BelongingsOfKind } from '#core/plugin.ts'
import { sharesIn, templatesIn } from './template.ts'

/** Templates go to the new owner with their shares: the items they are shared to would lose them with the account. */
export const ownedTemplates: BelongingsOfKind = {
  id: 'template',
  one: { en: 'Template', 'zh-cn': '模板' },
  many: { en: 'templates', 'zh-cn': '模板' },
  async list(ctx, userId, paging) {
    const { list, total } = await templatesIn(ctx).find({ userId }, paging)
    return { list: list.map(({ id, data }) => ({ id, name: data.title })), total }
  },
  async give(ctx, from, to) {
    await sharesIn(ctx).giveAll(from, to)
    return templatesIn(ctx).giveAll(from, to)
  },
}
