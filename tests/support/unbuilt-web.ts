import type { WebBuild } from '#server/pages/web-build.ts'

/** Imitates a build of the web without scripts and styles. @param folder with `assets` in it */
export async function unbuiltWeb(folder: string): Promise<WebBuild> {
  const none = { scripts: [], preloads: [], styles: [] }
  const entry = await import('#web/server-entry.tsx')
  return { folder, digest: 'unbuilt', entry, readerFiles: none, appFiles: none, screenFiles: new Map() }
}
