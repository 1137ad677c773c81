import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { requireLogin, type SampleStep } from '#core/plugin.ts'
import { Environments, MOST_ENVIRONMENTS } from './environment.ts'
import { environmentsOf, keepEnvironments } from './environments.ts'

const Given = z.object({ environments: Environments })

/** The environments of sample content, beside those a person has; taken away again unless they were changed. */
export const sampleEnvironments: SampleStep = {
  name: 'tryIt.keepEnvironments',
  async add(ctx, input) {
    const userId = requireLogin(ctx)
    const { environments } = Given.parse(input)
    const own = await environmentsOf(ctx, userId)
    if (own.length + environments.length > MOST_ENVIRONMENTS) return
    await keepEnvironments(ctx, userId, [...own, ...environments], own)
  },
  async remove(ctx, input) {
    const userId = requireLogin(ctx)
    const { environments } = Given.parse(input)
    const own = await environmentsOf(ctx, userId)
    const left = own.filter((each) => !environments.some((given) => isDeepStrictEqual(given, each)))
    if (left.length < own.length) await keepEnvironments(ctx, userId, left, own)
  },
}
