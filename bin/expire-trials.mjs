import { runJob } from './job.mjs'

await runJob('expire-trials')
