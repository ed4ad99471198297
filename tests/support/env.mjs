/** The environment of the app under test. */
export function testEnv(given = process.env) {
  return {
    DATA_DIR: given.DATA_DIR ?? ':memory:',
    SESSION_SECRET: 'not a secret: the same for every process under test',
    APP_URL: 'http://localhost:3000',
    API_RATE_LIMIT: '1000000',
    TRUST_PROXY: '1',
    WEBHOOK_LOOPBACK: 'on',
    LOG_LEVEL: given.LOG_LEVEL ?? 'silent',
  }
}

/** The admin of the servers under test. */
export const admin = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'Blue-Heron-42' }
