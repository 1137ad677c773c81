import { contribute, type Contribution } from './extension.ts'
import { examineTask } from './attachment/examine-files.ts'
import { moveTask } from './attachment/move-files.ts'
import { removeStraysTask } from './attachment/remove-strays.ts'
import { exportTask } from './export/export-task.ts'
import { importTask } from './import/import-task.ts'
import { backupTask } from './site/backup-task.ts'
import { showdocCarryTask, showdocLookTask } from './site/showdoc-task.ts'
import { updateTask } from './site/update-task.ts'
import { pageKinds } from './page/kind.ts'
import { markdownKind } from './page/markdown-kind.ts'
import { taskKinds, type NamedTaskKind } from './task/kind.ts'

/** Tasks of the core itself. */
export const coreTasks: readonly NamedTaskKind[] = [
  exportTask,
  importTask,
  moveTask,
  examineTask,
  removeStraysTask,
  backupTask,
  updateTask,
  showdocLookTask,
  showdocCarryTask,
]

/** What the core itself adds to extension points, before any plugin. */
export const coreContributions: readonly Contribution[] = [
  contribute(pageKinds, markdownKind),
  ...coreTasks.map((task) => contribute(taskKinds, task)),
]
