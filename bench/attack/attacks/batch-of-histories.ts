import { longestWaitDuring, savedPage, type Attack } from '../attack.ts'

const VERSIONS = 20
const CALLS = 30

/** A batch with thirty requests for the history of a page with long versions, and the same over REST. */
export const attack: Attack = {
  name: 'a batch of 30 histories of a page of 2 MB',
  before: '1.2 GB, held the server for 22 s',
  goal: '≤ 10 MB over tRPC, ≤ 9 MB over REST, others wait ≤ 1 s',
  async run(target) {
    const { url, admin } = target
    const id = await savedPage(target, 'Long', 'start')
    for (let number = 0; number < VERSIONS; number += 1)
      await admin.call('page/save', { page_id: id, page_title: 'Long', page_content: `${number} `.repeat(600_000) })
    const sizeOf = (address: string) =>
      fetch(url + address).then(async (reply) => (await reply.arrayBuffer()).byteLength)
    const paths = Array.from({ length: CALLS }, () => 'page.history').join()
    const input = JSON.stringify(Object.fromEntries(Array.from({ length: CALLS }, (_, at) => [at, { pageId: id }])))
    let [batch, rest] = [0, 0]

    const waited = await longestWaitDuring(target, async () => {
      batch = await sizeOf(`/trpc/${paths}?batch=1&input=${encodeURIComponent(input)}`)
      rest = await sizeOf(`/api/page/history?page_id=${id}`)
    })

    const now = `${megabytes(batch)} over tRPC, ${megabytes(rest)} over REST, others waited ${Math.round(waited)} ms`
    return { now, isMet: batch <= 10e6 && rest <= 9e6 && waited <= 1_000 }
  },
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
