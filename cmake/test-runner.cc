// SPDX-License-Identifier: GPL-2.0-only
//
// The wheel has ns-3's test framework but no program for it.

#include "ns3/test.h"

int
main(int argc, char* argv[])
{
    return ns3::TestRunner::Run(argc, argv);
}
