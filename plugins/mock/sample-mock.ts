import type { SampleStep } from '#core/plugin.ts'
import { mockOperations } from './operations.ts'

const { add } = mockOperations.mock

/** The mock of a page of sample content; it goes with the page. */
export const sampleMock: SampleStep = {
  name: 'mock.add',
  add: async (ctx, input) => void (await add.run(ctx, add.input.parse(input))),
}
