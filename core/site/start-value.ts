import type { Services } from '../context.ts'

/** The value from the environment; '' when not set. For a secret only a mask. */
export const startValue = ({ startSettings }: Pick<Services, 'startSettings'>, wanted: string): string =>
  startSettings.find(({ variable }) => variable === wanted)?.value ?? ''
