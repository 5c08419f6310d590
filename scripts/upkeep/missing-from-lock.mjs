// @ts-check

/** @typedef {{ version?: string, dev?: boolean, optionalDependencies?: Record<string, string> }} Locked */

/**
 * The optional packages that something in the lock asks for and that the lock does not name.
 * @param {Record<string, Locked>} packages
 */
export function missingFromLock(packages) {
  return Object.entries(packages).flatMap(([path, { dev, optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isLocked(packages, path, name))
      .map(([name, version]) => ({ name, version, dev: dev ? { dev } : {} })),
  );
}

/**
 * As Node resolves: beside the package that asks, then upwards.
 * @param {Record<string, Locked>} packages
 * @param {string} path
 * @param {string} name
 * @returns {boolean}
 */
function isLocked(packages, path, name) {
  if (packages[`${path}${path && "/"}node_modules/${name}`]) return true;
  if (!path) return false;
  return isLocked(packages, path.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, ""), name);
}
