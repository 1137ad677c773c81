import { expect, it } from 'vitest'
import { WORDED_JOBS } from '#plugins/backstage/web/health/job-words.ts'
import { CORE_JOBS } from '#server/compose/core-jobs.ts'

it('every job of the product has words for administrators who find that it has failed', () => {
  expect([...WORDED_JOBS].toSorted()).toEqual([...CORE_JOBS].toSorted())
})
