@rem The npm scripts that serve start with exec, so that node itself receives SIGTERM. In cmd, exec is this file.
@%*
