import { runJob } from './job.mjs'

await runJob('remind')
