import type { OpenServices } from '../context.ts'
import { wholeServices } from '../open-services.ts'

/** The value from the environment; '' when not set. For a secret only a mask. */
export const startValue = (services: OpenServices, wanted: string): string =>
  wholeServices(services).startSettings.find(({ variable }) => variable === wanted)?.value ?? ''
