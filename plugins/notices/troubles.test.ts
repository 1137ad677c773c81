import { expect, it } from 'vitest'
import { passTroubleOn } from '#core/site/trouble.ts'
import { plugWorld } from '#tests/support/plug-world.ts'
import { noticeOperations } from './notice-operations.ts'
import plugin from './plugin.ts'

it('tells every administrator, and nobody else, that a backup failed', async () => {
  const { admin, owner, addUser, product } = await plugWorld(plugin)
  const second = await addUser('vera', { isAdmin: true })

  await passTroubleOn(product, { kind: 'backupFailed', problem: 'the disk is full' })

  for (const person of [admin, second])
    expect(await person.do(noticeOperations.list, { noticeType: 'unread', count: 9 })).toMatchObject([
      { noticeContent: expect.stringContaining('the disk is full') as string, fromName: '', isRead: false },
    ])
  expect(await owner.do(noticeOperations.list, {})).toEqual([])
})
