import { configure } from '@testing-library/react'

// This only ends a test that hangs: on a busy machine a component takes seconds to load.
configure({ asyncUtilTimeout: 120_000 })
