import { expect, it } from 'vitest'
import { allStatements } from './session.ts'

// All statements, including those not used by any store.
import.meta.glob(['./*.ts', '!**/*.test.ts'], { eager: true })

/** Statements that may read items in the recycle bin, and why. */
const ABOUT_THE_BIN_TOO: Readonly<Record<string, string>> = {
  'items.lock': 'whoever brings an item back holds it as well',
  'items.recycle': 'puts it there',
  'items.recover': 'takes it out',
  'access.ofRecycled': 'the door of the bin',
  'access.ofBin': 'the door of the bin',
  'access.countOfBin': 'the door of the bin',
  'access.recycledOf': 'the door of the bin',
  'audit.found': 'administrators may know what lies there',
  'changes.prune': 'what was changed in an item comes back with it',
  'carried.items': 'their ids are taken',
  'carried.accessOf': 'compares it with that in another system, gives it to nobody else',
  'searchIndex.waiting': 'indexes texts, and finds nothing',
  'search.heardOfUser': 'names the items of hits, which were sought in live ones',
  ...Object.fromEntries(
    ['candidates', 'all', 'heard', 'ids'].map((what) => [
      `search.${what}InItem`,
      'looks in an item that a door has opened',
    ]),
  ),
  ...Object.fromEntries(
    allStatements()
      .filter(({ name }) => name.startsWith('documents.withBin.'))
      .map(({ name }) => [name, 'ends and compares what came from another system, given to nobody else']),
  ),
  'documentSearch.findInItem': 'looks in an item that a door has opened',
  'documentSearch.due': 'gives documents their words, and finds nothing',
  'documents.put': 'its caller has gone through a door',
  'documents.putSearched': 'its caller has gone through a door',
  'documents.putAll': 'its caller has gone through a door',
  'documents.update': 'changes what was found before',
  'documents.updateSearched': 'changes what was found before',
  'documents.updateUnsearched': 'changes what was found before',
  'documents.bytesOf': 'what people keep of their own',
  'documents.giveAll': 'whose they are holds once an item is back',
  'documents.ids': 'tells which notes wait, and nothing of what is in them',
  'documents.deleteKeys': 'takes away what was found before',
  'documents.keepNewest': 'looks after what people have of their own',
  'documents.deleteBefore': 'ends what has served its time',
}

it('every statement that reads items or documents by themselves leaves out what lies in the bin', () => {
  const reads = /\b(?:from|join|update|into|using)\s+(?:item|document)\b/
  const forgetful = allStatements().filter(({ text }) => reads.test(text) && !text.includes('recycled_item'))

  expect(forgetful.map(({ name }) => name).filter((name) => !(name in ABOUT_THE_BIN_TOO))).toEqual([])
  const names = new Set(allStatements().map(({ name }) => name))
  expect(Object.keys(ABOUT_THE_BIN_TOO).filter((name) => !names.has(name))).toEqual([])
})
