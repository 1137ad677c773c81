// Plain JavaScript for the oldest Node: one that cannot read the sources says so instead of failing on the first of them.
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const NEEDED = [24, 7]
// On an older one npm leaves out parts of packages that are made for this machine.
const NEEDED_TO_INSTALL = [20, 19]

const problem = isBefore(NEEDED_TO_INSTALL)
  ? `run \`npm ci\` again with Node.js ${NEEDED_TO_INSTALL.join('.')} or newer, which brings it along`
  : isBefore(NEEDED) && !putPackagedNodeInPlace()
    ? 'there is no packaged Node for this machine, so install one'
    : null
if (problem !== null) {
  process.stderr.write(
    `Octavo needs Node.js ${NEEDED.join('.')} or newer and found ${process.versions.node}: ${problem}.\n`,
  )
  process.exitCode = 1
}

function isBefore([neededMajor = 0, neededMinor = 0]) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major < neededMajor || (major === neededMajor && minor < neededMinor)
}

/**
 * Links the packaged Node where npm's commands find it first. npm 9, which Debian and Ubuntu have, does not: the packages
 * for other machines, which it leaves out, have a command of the same name.
 * @returns whether there was one to link
 */
function putPackagedNodeInPlace() {
  const modules = path.join(path.dirname(fileURLToPath(import.meta.url)), '../node_modules')
  const packaged = `node-${process.platform}-${process.arch}/bin/node`
  const link = path.join(modules, '.bin/node')
  if (!existsSync(path.join(modules, packaged)) || existsSync(link)) return false
  mkdirSync(path.dirname(link), { recursive: true })
  symlinkSync(`../${packaged}`, link)
  return true
}
