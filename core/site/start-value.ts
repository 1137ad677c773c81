import type { Services } from '../context.ts'
import { wholeOf } from '../seen-less.ts'

/** The value from the environment; '' when not set. For a secret only a mask. */
export const startValue = (services: Pick<Services, 'startSettings'>, wanted: string): string =>
  wholeOf<Services>(services).startSettings.find(({ variable }) => variable === wanted)?.value ?? ''
