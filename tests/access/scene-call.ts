import type { Scene } from './scene.ts'

/** How a call is made in a scene. */
export interface SceneCall {
  readonly input: Input
  /** When let through it leaves a scene in which other calls would answer something else. */
  readonly spoils: boolean
}
export type Input = (scene: Scene) => Readonly<Record<string, unknown>>

export const call = (input: Input): SceneCall => ({ input, spoils: false })
export const spoilingCall = (input: Input): SceneCall => ({ input, spoils: true })
