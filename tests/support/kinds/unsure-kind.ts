import type { PageKind } from '#core/plugin.ts'
import { pageKind as hanging } from './hanging-kind.ts'

/** Never says whether it recognises a content. */
export const pageKind: PageKind = {
  ...hanging,
  id: 'unsure',
  module: import.meta.url,
  recognises: hanging.empty as never,
}
