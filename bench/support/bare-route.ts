import Fastify from 'fastify'
import pg from 'pg'

/**
 * The baseline for comparisons: a Fastify route that runs one prepared select by id and sends the row. Runs in a
 * separate process like the product: `node bench/support/bare-route.ts <database address> <port>`.
 */
const [databaseUrl, port] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 8 })
const app = Fastify()
app.get<{ Params: { id: string } }>('/page/:id', async ({ params }) => {
  const { rows } = await pool.query({
    name: 'page',
    text: 'select * from page where id = $1',
    values: [Number(params.id)],
  })
  return rows[0]
})
await app.listen({ host: '127.0.0.1', port: Number(port) })
