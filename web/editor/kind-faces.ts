import { useContributions, usePluginsAreSettled } from '../extensions/contributions.ts'
import { pluginIcon } from '../extensions/plugin-icon.tsx'
import { textsOf } from '../extensions/plugin-texts.ts'
import { pageFaces, type EditFace, type PageFaces } from '../extensions/points.ts'
import { rememberedFace } from '../session/editor-face.ts'
import { MARKDOWN, markdownFaces, storedFace } from './markdown-faces.tsx'

/** A face with the i18n namespace of its name. */
export interface KnownFace extends EditFace {
  readonly texts: string
  /** Null for the product's own. */
  readonly pluginId: string | null
}
/** How pages of one kind are edited. */
export interface KindFaces {
  readonly kind: string
  /** At least one. */
  readonly faces: readonly KnownFace[]
  /** The id of the initial face for a content in this browser. */
  opensIn(content: string): string
}

const own = (face: EditFace): KnownFace => ({ ...face, texts: 'editor', pluginId: null })

/** The faces of a kind; null while unknown. A kind without faces is edited as source. */
export function useKindFaces(kind: string | undefined): KindFaces | null {
  const contributed = useContributions(pageFaces)
  const areSettled = usePluginsAreSettled()
  if (kind === undefined || (kind !== MARKDOWN && !areSettled)) return null
  const found = kind === MARKDOWN ? undefined : contributed.find(({ value }) => value.kind === kind)
  const declared = kind === MARKDOWN ? markdownFaces : found?.value
  const faces = kind === MARKDOWN ? markdownFaces.edit.map(own) : [...facesOf(found), own(storedFace)]
  return { kind, faces, opensIn: (content) => opening(content, { kind, faces, declared }) }
}

function facesOf(found: { readonly pluginId: string; readonly value: PageFaces } | undefined): readonly KnownFace[] {
  if (!found) return []
  const { pluginId, value } = found
  return value.edit.map((face) => {
    return { ...face, icon: pluginIcon(pluginId, face.icon), texts: textsOf(pluginId), pluginId }
  })
}

interface Opening {
  readonly kind: string
  readonly faces: readonly KnownFace[]
  readonly declared: PageFaces | undefined
}

function opening(content: string, { kind, faces, declared }: Opening): string {
  const known = (id: string | null | undefined): string | undefined => faces.find((face) => face.id === id)?.id
  const chosen = known(rememberedFace(kind)) ?? faces[0]?.id ?? ''
  return known(wished(declared, content, chosen)) ?? chosen
}

/** The faces' own choice. A plugin may fail here, and the page can still be edited. */
function wished(declared: PageFaces | undefined, content: string, chosen: string): string | undefined {
  try {
    return declared?.opensIn?.(content, chosen)
  } catch (error) {
    reportError(error)
    return undefined
  }
}
