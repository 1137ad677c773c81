import type { Services } from '../context.ts'

/** What the environment has decided; '' when it says nothing. Of a secret only a mask. */
export const startValue = ({ startSettings }: Pick<Services, 'startSettings'>, wanted: string): string =>
  startSettings.find(({ variable }) => variable === wanted)?.value ?? ''
