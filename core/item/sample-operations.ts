import { z } from 'zod'
import { command, query } from '../operation.ts'
import { id, nothing } from '../schema.ts'
import type { Item } from './item.ts'
import { addSamples, ownSamples, removeSamples } from './sample.ts'

const NamedItem = z.object({ itemId: id(), itemName: z.string() })
const namedItem = ({ id: itemId, name: itemName }: Item): z.input<typeof NamedItem> => ({ itemId, itemName })

export const sampleOperations = {
  list: query({
    summary: 'The items of sample content that you have made and still own.',
    audience: 'user',
    input: nothing(),
    output: z.object({ items: z.array(NamedItem) }),
    run: async (ctx) => ({ items: (await ownSamples(ctx)).map(namedItem) }),
  }),

  add: command({
    summary:
      'Makes items of your own with sample content in your language, for members only; whoever has them already gets ' +
      'none in addition.',
    audience: 'user',
    input: nothing(),
    output: z.object({ itemIds: z.array(id()) }),
    run: async (ctx) => ({ itemIds: [...(await addSamples(ctx))] }),
  }),

  remove: command({
    summary:
      'Deletes your items of sample content, to be brought back for 30 days, except those in which somebody has written.',
    audience: 'user',
    needsNoRoom: true,
    input: nothing(),
    output: z.object({ removed: z.array(NamedItem), kept: z.array(NamedItem) }),
    async run(ctx) {
      const { removed, kept } = await removeSamples(ctx)
      return { removed: removed.map(namedItem), kept: kept.map(namedItem) }
    },
  }),
}
