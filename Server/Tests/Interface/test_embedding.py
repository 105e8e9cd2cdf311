# A short test of a server that is killed while it embeds.

import os
import unittest

import embedding

PROGRAM = os.environ.get("STOREFRONT_PROGRAM")


@unittest.skipUnless(PROGRAM, "STOREFRONT_PROGRAM does not name lsearchd")
class EmbeddingTests(unittest.TestCase):
    def test_a_kill_while_embedding_loses_nothing(self):
        for has_checkpoints in (False, True):
            with self.subTest(has_checkpoints=has_checkpoints):
                embedding.check(PROGRAM, rounds=2, count=100, has_checkpoints=has_checkpoints)
