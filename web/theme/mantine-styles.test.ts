import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
const STYLES = path.join(ROOT, 'node_modules/@mantine/core/styles')

/** The parts of Mantine imported or re-exported by the files of a folder. */
async function partsIn(folder: string): Promise<readonly string[]> {
  const files = await readdir(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
  const sources = files.filter((file) => file.isFile() && /\.tsx?$/.test(file.name))
  const texts = await Promise.all(sources.map(({ parentPath, name }) => readFile(path.join(parentPath, name), 'utf8')))
  return texts.flatMap((text) =>
    [...text.matchAll(/^(?:import|export) \{([^}]*)\} from '@mantine\/core'/gm)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.trim()),
    ),
  )
}

it('includes the styles of every part of Mantine in use', async () => {
  const loaded = await readFile(path.join(import.meta.dirname, 'mantine.css'), 'utf8')
  const used = new Set([...(await partsIn('web')), ...(await partsIn('plugins'))])

  const styled = [...used].filter((name) => existsSync(path.join(STYLES, `${name}.css`)))

  expect(styled).toContain('Radio')
  expect(styled.filter((name) => !loaded.includes(`/styles/${name}.css'`))).toEqual([])
})
