import { contribute, type Contribution } from './extension.ts'
import { pageKinds } from './page/kind.ts'
import { markdownKind } from './page/markdown-kind.ts'

/** What the core itself adds to extension points, before any plugin. */
export const coreContributions: readonly Contribution[] = [contribute(pageKinds, markdownKind)]
