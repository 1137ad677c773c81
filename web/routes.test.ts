import { expect, it } from 'vitest'
import { matchRoute } from './routes.ts'

it.each([
  ['/page/12', 'singlePage'],
  ['/catalog/12', 'catalog'],
  ['/team/index', 'teamList'],
  ['/item/add', 'itemAdd'],
  ['/admin', 'admin'],
  ['/admin/index', 'admin'],
  ['/handbook/12', 'itemView'],
])('[ROUTE-28] the fixed first words win over personal domains: %s', (path, screen) => {
  expect(matchRoute(path)?.route.screen).toBe(screen)
})
