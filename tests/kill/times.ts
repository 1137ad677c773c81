/**
 * How often the tests kill a server: a few times, or as often as OCTAVO_KILLS says. `npm run chaos -- --kill 50` is for
 * many, and tells the time it takes to be up again.
 */
export const TIMES = Number(process.env['OCTAVO_KILLS'] ?? 2)
if (!(TIMES >= 1)) throw new Error(`OCTAVO_KILLS is no number of kills: ${process.env['OCTAVO_KILLS']}`)
