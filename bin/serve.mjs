import { serve } from '../build/server/index.js'

await serve()
