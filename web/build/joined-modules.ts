import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

const MANIFEST = '.vite/manifest.json'
/** What documents name: see `server/pages/web-build.ts`. */
const NAMED = /^web\/(screens\/([\w-]+)\/\2-screen|api\/(with-api|api-client))\.tsx?$/

type Manifest = Record<string, { readonly file: string }>

/**
 * Adds to the manifest in which files the screens are: it says nothing of a module that was joined with others into one
 * file, and documents could not name the files of their screen.
 */
export const joinedModules = (): Plugin => ({
  name: 'joined-modules',
  apply: 'build',
  writeBundle: {
    // Once the manifest is written.
    order: 'post',
    sequential: true,
    handler({ dir = '' }, bundle) {
      const place = path.join(dir, MANIFEST)
      const manifest = JSON.parse(readFileSync(place, 'utf8')) as Manifest
      for (const output of Object.values(bundle)) {
        if (output.type !== 'chunk') continue
        const chunk = Object.values(manifest).find(({ file }) => file === output.fileName)
        for (const id of output.moduleIds) {
          const name = path.relative(process.cwd(), id).replaceAll(path.sep, '/')
          if (chunk && NAMED.test(name)) manifest[name] ??= chunk
        }
      }
      writeFileSync(place, JSON.stringify(manifest))
    },
  },
})
